import assert from 'node:assert/strict';
import test from 'node:test';
import { anonymous, userOf } from '../../../../infra/sandbox/kubernetes/access/user.ts';
import {
  authenticate,
  type Doorkeeper,
  tokenless,
} from '../../../../infra/sandbox/kubernetes/http/authenticate.ts';

const doorkeeper: Doorkeeper = {
  users: { known: 'somebody' },
  groups: { somebody: ['few'] },
  tokenless: tokenless.administrator,
};

const unauthorized = { code: 401, message: 'Unauthorized' };

// As authentication/request/bearertoken of the real server reads the header.
const headers: readonly (readonly [header: string | undefined, from: object])[] = [
  [undefined, tokenless.administrator],
  ['Bearer known', userOf('somebody', ['few'])],
  ['bearer known', userOf('somebody', ['few'])],
  [' Bearer known ', userOf('somebody', ['few'])],
  ['Bearer known and more', userOf('somebody', ['few'])],
  ['Bearer  known', anonymous],
  ['Bearer', anonymous],
  ['', anonymous],
  ['known', anonymous],
  [`Basic ${Buffer.from('somebody:known').toString('base64')}`, anonymous],
  ['Bearer unknown', unauthorized],
  ['Bearer constructor', unauthorized],
];

for (const [header, from] of headers) {
  test(`Authorization: ${header ?? '(not sent)'}`, () => {
    if (from === unauthorized) assert.throws(() => authenticate(header, doorkeeper), unauthorized);
    else assert.deepEqual(authenticate(header, doorkeeper), from);
  });
}
