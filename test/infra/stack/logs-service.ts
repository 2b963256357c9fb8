import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../infra/sandbox/aws/listen-on-loopback.ts';

/** A subscription filter as CloudWatch Logs lists it. */
export type ListedFilter = { readonly filterName: string; readonly destinationArn: string };

/** A CloudWatch Logs that knows some log groups and is asked for nothing but their subscription filters. */
export type LogsService = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

/**
 * Starts it on loopback. It refuses as the service does: another operation, a group that is not there, and each request while it is told
 * to (`denied`), with the service's own texts.
 */
export const startLogsService = async (service: {
  readonly groups: { readonly [logGroup: string]: readonly ListedFilter[] };
  readonly denied?: boolean;
}): Promise<LogsService> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request));
    if (request.headers['x-amz-target'] !== 'Logs_20140328.DescribeSubscriptionFilters') {
      return send(response, 400, { __type: 'UnknownOperationException' });
    }
    if (service.denied === true) {
      return send(response, 400, {
        __type: 'AccessDeniedException',
        message: `User: arn:aws:sts::444455556666:assumed-role/r/f is not authorized to perform: logs:DescribeSubscriptionFilters on resource: ${body.logGroupName}`,
      });
    }
    const filters = service.groups[body.logGroupName];
    return filters === undefined
      ? send(response, 400, {
          __type: 'ResourceNotFoundException',
          message: 'The specified log group does not exist.',
        })
      : send(response, 200, { subscriptionFilters: filters });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server, 0, 'CloudWatch Logs');
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
};
