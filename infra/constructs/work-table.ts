import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

/** What becomes of the table with the stack. */
export type WorkTableProps = { readonly removalPolicy: 'retain' | 'destroy' };

/**
 * The one table: keys `pk` and `sk` (docs/architecture.md, "The table"), paid per request, restorable to any second of the last 35
 * days. No row expires, as each one decides something: a fence or a ledger entry that went would let a late writer in, or orphan
 * records. So no attribute is named as a time to live.
 */
export class WorkTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { removalPolicy }: WorkTableProps) {
    super(scope, id);
    const isKept = removalPolicy === 'retain';
    this.table = new TableV2(this, 'Resource', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isKept,
      removalPolicy: isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
