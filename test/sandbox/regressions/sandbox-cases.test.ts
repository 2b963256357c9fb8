import { sandboxCases } from './sandbox-cases.ts';

sandboxCases('emulated clusters');
