import { sandboxCases } from '../../sandbox/regressions/sandbox-cases.ts';
import { sandboxSuite } from '../../sandbox/story/sandbox-suite.ts';
import { givenAssets } from '../real-clusters.ts';

sandboxSuite('real clusters', givenAssets);
sandboxCases('real clusters', givenAssets);
