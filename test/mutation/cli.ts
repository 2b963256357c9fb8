import { main } from '../command/main.ts';
import { mutateTool } from './mutate-tool.ts';

await main(mutateTool);
