import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  bits,
  type Der,
  der,
  integer,
  objectId,
  octets,
  sequence,
  tagged,
  text,
  utcTime,
  yes,
} from './der.ts';

/** A certificate that is its own authority, and its key; both PEM. */
export type ServingCertificate = { readonly certificate: string; readonly key: string };

const hourMs = 3_600_000;
const validMs = 30 * 24 * hourMs;

const id = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
};

const extension = (identifier: string, value: Der, critical: readonly Der[] = []): Der =>
  sequence(objectId(identifier), ...critical, octets(value));

/** GeneralName: 2 is dNSName, 7 is iPAddress. */
const alternativeNames = sequence(
  der(0x82, Buffer.from('localhost')),
  der(0x87, Buffer.from([127, 0, 0, 1])),
);

const extensions = sequence(
  extension(id.basicConstraints, sequence(yes), [yes]),
  extension(id.extendedKeyUsage, sequence(objectId(id.serverAuth))),
  extension(id.subjectAltName, alternativeNames),
);

const pem = (label: string, content: Buffer): string =>
  `-----BEGIN ${label}-----\n${content.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;

/**
 * Makes a certificate for servers on this machine's loopback interface (`localhost`, 127.0.0.1), valid for 30 days around `now` in
 * epoch milliseconds. Source: RFC 5280 section 4.1, RFC 5758 section 3.2.
 */
export const createServingCertificate = (now: number): ServingCertificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId(id.ecdsaWithSha256));
  const commonName = sequence(objectId(id.commonName), text('Seamark sandbox'));
  const name = sequence(der(0x31, commonName));
  const content = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(utcTime(now - hourMs), utcTime(now - hourMs + validMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  return {
    certificate: pem('CERTIFICATE', sequence(content, algorithm, bits(signature))),
    key: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
  };
};
