import * as v from 'valibot';
import { dnsLabel, dnsName, tokenHash } from '../../lib/config/fields.ts';
import { functionLimits } from '../function-limits.ts';
import {
  about,
  despiteOthers,
  group,
  matching,
  oneOf,
  regionalArn,
  withinOr,
} from './file-fields.ts';

/** The audit webhook of self-managed clusters. */
export const webhookGroup = group({
  front: about(
    oneOf(['function-url', 'http-api']),
    'What stands before the function: a function URL, guarded by bearer tokens and `reservedConcurrency`; or an HTTP API on a domain name of your own that also asks for client certificates.',
  ),
  domainName: v.exactOptional(about(dnsName, 'Domain name of the HTTP API.')),
  certificateArn: v.exactOptional(
    about(
      regionalArn('acm', /certificate\/[-0-9a-f]+/, 'a certificate in ACM'),
      "Certificate in ACM for `domainName`, of the stack's region.",
    ),
  ),
  truststore: v.exactOptional(
    about(
      matching(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/[^\s]{1,900}$/,
        'is not of the form s3://bucket/key',
      ),
      'PEM file in S3 with the certificates that sign those of the clients.',
    ),
  ),
  truststoreVersion: v.exactOptional(
    about(
      // The API tells no more of the form (S3 user guide, "Versioning": at most 1,024 bytes, fit for a URL).
      matching(/^[\w.~-]{1,1024}$/, 'is not the version id of an object in S3'),
      'Version of that file in a bucket that keeps versions. A new one is what makes a deployment take over a file that was replaced.',
    ),
  ),
  reservedConcurrency: about(
    withinOr(
      { least: 1, most: 1_000, otherwise: functionLimits['audit-webhook'].maxConcurrency },
      'none',
    ),
    'Invocations of the function at once: what a flood can cost at most. `"none"` reserves none, for accounts whose quota leaves no room, and bounds nothing.',
  ),
  tokenHashes: about(
    v.optional(
      v.record(
        dnsLabel,
        v.pipe(
          v.array(tokenHash, 'is not a list'),
          v.minLength(1, 'is empty'),
          despiteOthers(
            v.maxLength(2, 'has more than the two hashes of a token and its successor'),
          ),
        ),
        'is not an object',
      ),
      {},
    ),
    'SHA-256 of the bearer token of each cluster that sends audit events, by the name of its `Cluster` object; `host` is the host. Base64url without padding, as `npx seamark audit-config` prints it. Two while a token is replaced.',
  ),
});
