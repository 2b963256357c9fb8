import { main } from '../command/main.ts';
import { fuzzTool } from './fuzz-tool.ts';

await main(fuzzTool);
