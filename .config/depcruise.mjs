/** The arrows between rooms: who may import whom. docs/architecture.md draws the same picture. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(functions|lib|infra|test)/', pathNot: [from, ...allowed] },
});
const room = (path) => `^lib/${path}/`;
const planners = ['intake', 'propagation', 'dns', 'status', 'health', 'schedule'];
const adapters = [
  'audit',
  'kubernetes',
  'eks',
  'sts',
  'secrets-manager',
  'route53',
  'dynamodb',
  'sqs',
  'system',
];
const model = room('core/model');

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-test',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'nothing-imports-functions',
      severity: 'error',
      from: { pathNot: '^(functions|test)/' },
      to: { path: '^functions/' },
    },
    {
      name: 'core-takes-no-package',
      severity: 'error',
      from: { path: '^lib/(core|ports)/' },
      to: { dependencyTypesNot: ['local', 'type-only', 'type-import'] },
    },
    only('model-imports-nothing', model, []),
    ...planners.map((name) => only(`core-${name}`, room(`core/${name}`), [model])),
    only('core-is-composed', '^lib/core/(plan-service|needs-pass)\\.ts$', ['^lib/core/']),
    only('ports-know-the-model', room('ports'), [model]),
    only('controller', room('controller'), [room('ports'), '^lib/core/']),
    ...adapters.map((name) =>
      only(`adapter-${name}`, room(`adapters/${name}`), [room('ports'), model]),
    ),
    only('middleware', room('middleware'), [room('ports'), room('config'), model]),
    only('config', room('config'), [model]),
    only('functions', '^functions/', [
      room('middleware'),
      room('config'),
      room('adapters/[a-z0-9-]+'),
      room('controller'),
      room('ports'),
      model,
    ]),
    only('settings', '^infra/settings/', [room('config'), '^infra/function-limits\\.ts$']),
    only('log-slots', '^infra/log-slots/', []),
    only('constructs', '^infra/constructs/', [
      '^infra/settings/',
      '^infra/(function-limits|nag)\\.ts$',
    ]),
    only('stack', '^infra/(app|federation-stack|nag|function-limits)\\.ts$', [
      '^infra/(bundle|constructs|settings)/',
    ]),
    // The command puts adapters together itself, as functions do.
    only('cli', room('cli'), [
      room('config'),
      room('adapters/[a-z0-9-]+'),
      room('controller'),
      room('ports'),
      '^lib/core/',
    ]),
    only('sandbox', '^infra/sandbox/', ['^infra/bundle/', '^infra/function-limits\\.ts$']),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
