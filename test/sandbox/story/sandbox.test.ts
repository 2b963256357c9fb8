import { sandboxSuite } from './sandbox-suite.ts';

sandboxSuite('emulated clusters');
