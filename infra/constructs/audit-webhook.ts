import { Construct } from 'constructs';
import type { WebhookSettings } from '../settings/settings.ts';
import type { FederationFunction, LogKeeping } from './federation-function.ts';
import { WebhookApi } from './webhook-api.ts';
import { WebhookUrl } from './webhook-url.ts';

export type AuditWebhookProps = {
  readonly target: FederationFunction;
  readonly webhook: WebhookSettings;
  readonly logs: LogKeeping;
};

/** The address that self-managed clusters post their audit events to, behind the front of the settings. */
export class AuditWebhook extends Construct {
  readonly url: string;
  /** What the front's own domain name must lead to; only where it has one. */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, { target, webhook, logs }: AuditWebhookProps) {
    super(scope, id);
    const { front } = webhook;
    switch (front.kind) {
      case 'function-url':
        this.url = new WebhookUrl(this, 'Front', target.fn).url;
        return;
      case 'http-api': {
        const api = new WebhookApi(this, 'Front', { target: target.fn, front, logs });
        this.url = api.url;
        this.domainTarget = api.domainTarget;
      }
    }
  }
}
