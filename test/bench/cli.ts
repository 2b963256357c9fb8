import { main } from '../command/main.ts';
import { benchTool } from './bench-tool.ts';

await main(benchTool);
