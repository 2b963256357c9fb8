import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { httpsStatus } from '../../../infra/sandbox/control-plane/https-status.ts';
import { createServingCertificate } from '../../../infra/sandbox/control-plane/serving-certificate.ts';
import { startTlsFront } from '../../../infra/sandbox/control-plane/tls-front.ts';

const dayMs = 86_400_000;

test('the certificate is good for this machine, for some weeks, and vouches for itself', () => {
  const now = Date.parse('2030-02-03T04:05:06Z');
  const { certificate } = createServingCertificate(now);
  const read = new X509Certificate(certificate);
  assert.equal(read.verify(read.publicKey), true);
  assert.equal(read.ca, true);
  assert.equal(read.subjectAltName, 'DNS:localhost, IP Address:127.0.0.1');
  assert.equal(read.checkIP('127.0.0.1'), '127.0.0.1');
  assert.equal(read.checkIP('127.0.0.2'), undefined);
  assert.equal(read.checkHost('localhost'), 'localhost');
  assert.deepEqual(read.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.ok(Date.parse(read.validFrom) <= now);
  assert.ok(Date.parse(read.validTo) > now + 25 * dayMs);
});

test('no two have the same number', () => {
  const serials = [1, 2].map(
    () => new X509Certificate(createServingCertificate(Date.now()).certificate).serialNumber,
  );
  assert.notEqual(serials[0], serials[1]);
});

const startTarget = async (context: TestContext): Promise<string> => {
  const server = createServer((_, response) => response.end());
  context.after(() => server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A TCP listener's address is an AddressInfo, never a pipe's name.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit`;
};

test('a plain server is reached over TLS by who trusts the certificate', async (context) => {
  const serving = createServingCertificate(Date.now());
  const front = await startTlsFront(await startTarget(context), serving);
  context.after(front.close);
  assert.match(front.url, /^https:\/\/127\.0\.0\.1:\d+\/audit$/);
  const look = { token: 'secret', limitMs: 2_000 };
  assert.equal(await httpsStatus(front.url, { ...look, ca: serving.certificate }), 200);
  const other = createServingCertificate(Date.now());
  assert.equal(await httpsStatus(front.url, { ...look, ca: other.certificate }), undefined);
});

test('where the plain server is gone, the front says 502, and nobody once it is closed', async () => {
  const serving = createServingCertificate(Date.now());
  const front = await startTlsFront('http://127.0.0.1:1/audit', serving);
  const look = { token: 'secret', limitMs: 2_000, ca: serving.certificate };
  assert.equal(await httpsStatus(front.url, look), 502);
  await front.close();
  assert.equal(await httpsStatus(front.url, look), undefined);
});
