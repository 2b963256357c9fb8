import { Fn, RemovalPolicy } from 'aws-cdk-lib';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { ZoneSettings } from '../settings/settings.ts';

/** The hosted zone of the settings: the one that is there, or one made here that outlives the stack. */
export class FederationZone extends Construct {
  readonly zoneId: string;
  /** Names to delegate to, in one text; only of a zone made here. */
  readonly nameServers: string | undefined;

  constructor(scope: Construct, id: string, zone: ZoneSettings) {
    super(scope, id);
    if (zone.kind === 'existing') {
      this.zoneId = zone.id;
      return;
    }
    const created = new PublicHostedZone(this, 'Resource', { zoneName: zone.name });
    // A zone that went would take every name with it, and its successor would have other name servers.
    created.applyRemovalPolicy(RemovalPolicy.RETAIN);
    this.zoneId = created.hostedZoneId;
    this.nameServers = Fn.join(' ', created.hostedZoneNameServers ?? []);
  }
}
