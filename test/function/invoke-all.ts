/**
 * A process that invokes one function with several events, one after another, as one environment of Lambda does; what the function
 * prints is this process's output. Standard input: `{"handlerFile": …, "events": […]}`.
 */
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { lambdaContext } from './lambda-context.ts';

const { handlerFile, events } = JSON.parse(await text(process.stdin));
const { handler } = await import(pathToFileURL(handlerFile).href);
for (const [at, event] of events.entries()) {
  await Promise.allSettled([handler(event, lambdaContext(`request-${at}`))]);
}
process.exit();
