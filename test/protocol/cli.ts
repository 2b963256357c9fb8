import { main } from '../command/main.ts';
import { exploreTool } from './explore-tool.ts';

await main(exploreTool);
