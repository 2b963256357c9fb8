import { after, before, describe } from 'node:test';
import { auditContract } from '../../contract/kubernetes/audit/audit-contract.ts';
import { type AuditedClusters, startAuditedClusters } from '../audited-clusters.ts';

describe('audit events', () => {
  let clusters: AuditedClusters;
  before(async () => {
    clusters = await startAuditedClusters();
  });
  after(() => clusters.close());
  auditContract('a real API server', (conversation) => clusters.speakerFor(conversation));
});
