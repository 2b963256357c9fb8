import { main } from '../command/main.ts';
import { simulateTool } from './simulate-tool.ts';

await main(simulateTool);
