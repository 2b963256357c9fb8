import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../conversations/conversation.ts';

/** An audit webhook that keeps what it is told. */
export type AuditSink = {
  readonly url: string;
  /** The events that a choice leaves, once there are `count` or, without it, once the one that `ends` it has come. */
  readonly gather: (wanted: {
    readonly choose: (event: JsonObject) => boolean;
    readonly isDone: (chosen: readonly JsonObject[]) => boolean;
  }) => Promise<readonly JsonObject[]>;
  readonly close: () => Promise<void>;
};

const limitMs = 30_000;
const everyMs = 20;

/** Starts an audit webhook on loopback. */
export const startAuditSink = async (): Promise<AuditSink> => {
  const events: JsonObject[] = [];
  const server = createServer((request, response) => {
    void json(request).then(
      (list) => {
        // A webhook is sent nothing but lists of events.
        events.push(...(list as { readonly items: readonly JsonObject[] }).items);
        response.end();
      },
      (error: unknown) => {
        // What was still on its way when the sink closed nobody waits for.
        if (request.complete && !response.destroyed) throw error;
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP listener's address is an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/audit`,
    gather: async ({ choose, isDone }) => {
      const until = performance.now() + limitMs;
      for (;;) {
        const chosen = events.filter(choose);
        if (isDone(chosen)) return inOrder(chosen);
        if (performance.now() > until)
          throw new Error(`Cannot see all audit events: ${JSON.stringify(chosen.map(summary))}`);
        await pause(everyMs);
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Batches may overtake each other. */
const inOrder = (events: readonly JsonObject[]): readonly JsonObject[] =>
  events.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));

const timeOf = (event: JsonObject): string => String(event['requestReceivedTimestamp']);

const summary = ({ verb, requestURI }: JsonObject): string => `${verb} ${requestURI}`;
