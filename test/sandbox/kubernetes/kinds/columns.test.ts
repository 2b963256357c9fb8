import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Resource } from '../../../../infra/sandbox/kubernetes/resource.ts';
import { widgetsOf } from './custom-widgets.ts';
import { NOW, newCluster, submitted } from './strategy-driver.ts';

const cluster = newCluster();

function headersOf(resource: Resource): readonly string[] {
  return resource.columns.map(({ name, priority }) => (priority === 0 ? name : `${name}*`));
}

function cellsOf(resource: Resource, body: object): readonly (string | number | boolean | null)[] {
  const object = submitted(resource, { metadata: { name: 'web' }, ...body });
  return resource.columns.map(({ cell }) => cell(object, NOW));
}

const ingress = [{ hostname: 'a-long-name.elb.example.com' }, { ip: '192.0.2.1' }];
const ports = [
  { port: 80, nodePort: 30_123, protocol: 'TCP' },
  { port: 53, protocol: 'UDP' },
];

type Table = {
  readonly plural: string;
  readonly group?: string;
  /** Names of columns; a star marks those of wide tables. */
  readonly headers: readonly string[];
  readonly rows: readonly (readonly [object, readonly (string | number | null)[]])[];
};

const AGE = '27h';
const TABLES: readonly Table[] = [
  {
    plural: 'services',
    headers: ['Name', 'Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Age', 'Selector*'],
    rows: [
      [
        { spec: { type: 'LoadBalancer', clusterIPs: ['10.96.0.9'], ports } },
        ['web', 'LoadBalancer', '10.96.0.9', '<pending>', '80:30123/TCP,53/UDP', AGE, '<none>'],
      ],
      [
        {
          spec: { type: 'LoadBalancer', externalIPs: ['192.0.2.9'], selector: { b: '2', a: '1' } },
          status: { loadBalancer: { ingress } },
        },
        [
          'web',
          'LoadBalancer',
          '<none>',
          '192.0.2.1,a-long-name.elb.example.com,192.0.2.9',
          '<none>',
          AGE,
          'a=1,b=2',
        ],
      ],
      [
        { spec: { type: 'ExternalName', externalName: 'db.example.com' } },
        ['web', 'ExternalName', '<none>', 'db.example.com', '<none>', AGE, '<none>'],
      ],
      [
        { spec: { type: 'ClusterIP', clusterIPs: ['None'] } },
        ['web', 'ClusterIP', 'None', '<none>', '<none>', AGE, '<none>'],
      ],
    ],
  },
  {
    plural: 'endpoints',
    headers: ['Name', 'Endpoints', 'Age'],
    rows: [
      [{}, ['web', '<none>', AGE]],
      [
        {
          subsets: [
            {
              addresses: [{ ip: '10.0.0.1' }, { ip: '2001:db8::1' }],
              ports: [{ port: 80 }, { port: 81 }],
            },
          ],
        },
        ['web', '10.0.0.1:80,[2001:db8::1]:80,10.0.0.1:81 + 1 more...', AGE],
      ],
      [{ subsets: [{ addresses: [{ ip: '10.0.0.1' }] }] }, ['web', '10.0.0.1', AGE]],
    ],
  },
  {
    plural: 'endpointslices',
    group: 'discovery.k8s.io',
    headers: ['Name', 'AddressType', 'Ports', 'Endpoints', 'Age'],
    rows: [
      [{ addressType: 'IPv4' }, ['web', 'IPv4', '<unset>', '<unset>', AGE]],
      [
        {
          addressType: 'IPv4',
          ports: [{ port: 80 }, { name: 'any' }, {}],
          endpoints: [
            { addresses: ['10.0.0.1', '10.0.0.2'] },
            { addresses: ['10.0.0.3', '10.0.0.4'] },
          ],
        },
        ['web', 'IPv4', '80,any,*', '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...', AGE],
      ],
    ],
  },
  {
    plural: 'nodes',
    headers: [
      'Name',
      'Status',
      'Roles',
      'Age',
      'Version',
      'Internal-IP*',
      'External-IP*',
      'OS-Image*',
      'Kernel-Version*',
      'Container-Runtime*',
    ],
    rows: [
      [
        {
          metadata: { name: 'web', labels: { 'node-role.kubernetes.io/worker': '' } },
          spec: { unschedulable: true },
          status: {
            conditions: [{ type: 'Ready', status: 'True' }],
            addresses: [{ type: 'InternalIP', address: '192.0.2.1' }],
            nodeInfo: { kubeletVersion: 'v1.33.1', osImage: 'Linux' },
          },
        },
        [
          'web',
          'Ready,SchedulingDisabled',
          'worker',
          AGE,
          'v1.33.1',
          '192.0.2.1',
          '<none>',
          'Linux',
          '<unknown>',
          '<unknown>',
        ],
      ],
      [
        { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } },
        [
          'web',
          'NotReady',
          '<none>',
          AGE,
          '',
          '<none>',
          '<none>',
          '<unknown>',
          '<unknown>',
          '<unknown>',
        ],
      ],
    ],
  },
  {
    plural: 'namespaces',
    headers: ['Name', 'Status', 'Age'],
    rows: [[{ status: { phase: 'Active' } }, ['web', 'Active', AGE]]],
  },
  {
    plural: 'secrets',
    headers: ['Name', 'Type', 'Data', 'Age'],
    rows: [[{ type: 'Opaque', data: { a: '', b: '' } }, ['web', 'Opaque', 2, AGE]]],
  },
  {
    plural: 'events',
    headers: [
      'Last Seen',
      'Type',
      'Reason',
      'Object',
      'Subobject*',
      'Source*',
      'Message',
      'First Seen*',
      'Count*',
      'Name*',
    ],
    rows: [
      [
        {
          involvedObject: { kind: 'Service', name: 'api', fieldPath: 'spec' },
          firstTimestamp: '2026-01-02T01:04:05Z',
          lastTimestamp: '2026-01-02T02:59:00Z',
          type: 'Normal',
          reason: 'Done',
          message: ' well ',
          source: { component: 'c', host: 'h' },
          count: 7,
        },
        ['5m5s', 'Normal', 'Done', 'service/api', 'spec', 'c, h', 'well', '120m', 7, 'web'],
      ],
      [
        {
          involvedObject: { kind: 'Service' },
          eventTime: '2026-01-01T02:04:05.000000Z',
          series: { count: 4, lastObservedTime: '2025-12-28T03:04:05.000000Z' },
          reportingComponent: 'r',
        },
        ['5d', '', '', 'service', '', 'r', '', '25h', 4, 'web'],
      ],
    ],
  },
  {
    plural: 'customresourcedefinitions',
    group: 'apiextensions.k8s.io',
    headers: ['Name', 'Created At'],
    rows: [[{}, ['web', '2026-01-01T00:00:00Z']]],
  },
];

for (const { plural, group, headers, rows } of TABLES) {
  describe(`The table of ${plural}`, () => {
    const resource = cluster.resource(plural, group);
    test('has its columns', () => assert.deepEqual(headersOf(resource), headers));
    for (const [index, [body, cells]] of rows.entries()) {
      test(`has row ${index + 1}`, () => assert.deepEqual(cellsOf(resource, body), cells));
    }
  });
}

describe('The table of a custom resource', () => {
  const column = (name: string, type: string, jsonPath: string) => ({ name, type, jsonPath });
  const widgets = widgetsOf({
    schema: { type: 'object' },
    additionalPrinterColumns: [
      column('Ready', 'string', '.status.conditions[?(@.type=="Ready")].status'),
      column('Size', 'integer', '.spec.size'),
      column('Share', 'number', '.spec.share'),
      column('On', 'boolean', '.spec.on'),
      column('Since', 'date', '.spec.since'),
      { ...column('All', 'string', '.spec'), priority: 1 },
    ],
  });

  test('shows its age if its definition states no columns', () => {
    const bare = widgetsOf({ schema: { type: 'object' } });
    assert.deepEqual(headersOf(bare), ['Name', 'Age']);
    assert.deepEqual(cellsOf(bare, {}), ['web', AGE]);
  });

  test('shows what its definition states', () => {
    const spec = { size: 3, share: 0.5, on: true, since: '2026-01-02T03:04:00Z' };
    const conditions = [
      { type: 'Other', status: 'False' },
      { type: 'Ready', status: 'True' },
    ];
    assert.deepEqual(headersOf(widgets).slice(1), [
      'Ready',
      'Size',
      'Share',
      'On',
      'Since',
      'All*',
    ]);
    const text = '{"on":true,"share":0.5,"since":"2026-01-02T03:04:00Z","size":3}';
    assert.deepEqual(cellsOf(widgets, { spec, status: { conditions } }), [
      'web',
      'True',
      3,
      0.5,
      true,
      '5s',
      text,
    ]);
  });

  test('leaves out what is missing or of another type', () => {
    const spec = { size: 'big', share: '', on: 1, since: 'today' };
    const cells = cellsOf(widgets, { spec });
    assert.deepEqual(cells.slice(0, 6), ['web', null, null, null, null, '<invalid>']);
  });
});
