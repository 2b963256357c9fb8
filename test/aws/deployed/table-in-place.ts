import { isObject, type Json, type TemplateResource } from './template.ts';

/**
 * The table in place of a global table of one region: what the replica says is the table's own (CloudFormation,
 * AWS::DynamoDB::GlobalTable). Encryption with DynamoDB's own key is what a table has without a word.
 *
 * @throws Error for another type, or a global table of several regions
 */
export const tableInPlace = ({ Type, Properties, ...rest }: TemplateResource): TemplateResource => {
  const { Replicas: replicas, SSESpecification: encryption, ...own } = Properties ?? {};
  const [replica, ...others]: readonly Json[] = Array.isArray(replicas) ? replicas : [];
  if (Type !== 'AWS::DynamoDB::GlobalTable' || !isObject(replica) || others.length > 0) {
    throw new Error(`Cannot put a table in place of ${Type}: it is no global table of one region`);
  }
  if (JSON.stringify(encryption) !== '{"SSEEnabled":false}') {
    throw new Error('Cannot put a table in place of a global table that is encrypted with a key');
  }
  const { Region: _region, ...replicaOwn } = replica;
  return { ...rest, Type: 'AWS::DynamoDB::Table', Properties: { ...own, ...replicaOwn } };
};
