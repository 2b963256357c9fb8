import type { AuditEvent } from '../../../lib/core/model/audit-event.ts';
import type { ClusterName } from '../../../lib/core/model/cluster.ts';
import type { Earth } from '../earth.ts';
import type { Script } from '../script.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** Hears of a change as the API server's audit log tells it. */
export type Hear = (source: ClusterName | 'host', event: AuditEvent) => void;

/** What people act on. */
export type Stage = {
  readonly script: Script;
  readonly earth: Earth;
  readonly time: VirtualTime;
  readonly hear: Hear;
  /** The cloud of a cluster looks at one of its Services, soon. */
  readonly cloudLooks: (cluster: ClusterName, service: string) => void;
};

/** An audit event about one object of the Services' namespace. */
export const written = (
  resource: string,
  name: string,
  more: Partial<AuditEvent> = {},
): AuditEvent => ({
  stage: 'ResponseComplete',
  verb: 'update',
  username: 'somebody',
  dryRun: false,
  statusCode: 200,
  apiGroup: '',
  resource,
  name,
  namespace: 'shop',
  ...more,
});

/** Lets something end after a while. */
export const later = ({ time }: Stage, spanMs: number, end: () => void): void =>
  time.at(time.now() + spanMs, end);
