import * as v from 'valibot';
import { ControllerError } from '../../core/model/failure.ts';
import { isJsonObject, type JsonObject } from '../../core/model/json.ts';

type Texts = { readonly [name: string]: string };

// Not `v.record`, which leaves out the keys `constructor` and `prototype`: a label may be called so.
const texts = v.custom<Texts>(
  (value) => isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string'),
  'texts by name',
);

// JSON.parse made the value, so an object of it is a JsonObject.
const jsonObject = v.custom<JsonObject>(isJsonObject, 'an object');

// Go writes an empty map or list as null where the field has no omitempty.
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);

const metadataSchema = v.object({
  name: v.string(),
  namespace: optional(v.string()),
  uid: v.string(),
  resourceVersion: v.string(),
  labels: optional(texts),
  annotations: optional(texts),
  finalizers: optional(v.array(v.string())),
  deletionTimestamp: optional(v.string()),
  managedFields: optional(
    v.array(
      v.object({
        manager: optional(v.string()),
        operation: optional(v.string()),
        subresource: optional(v.string()),
        fieldsV1: optional(jsonObject),
      }),
    ),
  ),
});

/** The part of core/v1 `Service` that is read. */
export const serviceSchema = v.object({
  metadata: metadataSchema,
  spec: jsonObject,
  status: optional(
    v.object({
      loadBalancer: optional(
        v.object({
          ingress: optional(
            v.array(
              v.object({
                ip: optional(v.string()),
                hostname: optional(v.string()),
                ipMode: optional(v.string()),
                ports: optional(v.array(jsonObject)),
              }),
            ),
          ),
        }),
      ),
      conditions: optional(
        v.array(
          // Loose, as the list is written back whole, with what others keep in it.
          v.looseObject({
            type: v.string(),
            status: v.picklist(['True', 'False', 'Unknown']),
            reason: v.optional(v.string(), ''),
            message: v.optional(v.string(), ''),
            lastTransitionTime: v.optional(v.string(), ''),
          }),
        ),
      ),
    }),
  ),
});

/** The part of `Cluster` that is read (infra/manifests/cluster-crd.yaml). */
export const clusterSchema = v.object({
  metadata: metadataSchema,
  spec: v.object({
    serverAddressByClientCIDRs: optional(
      v.array(v.object({ clientCIDR: v.optional(v.string(), ''), serverAddress: v.string() })),
    ),
    secretRef: optional(v.object({ name: v.string() })),
    kubeconfigSecret: optional(v.string()),
    kubeconfigContext: optional(v.string()),
    eks: optional(
      v.object({
        clusterName: v.string(),
        region: optional(v.string()),
        roleArn: optional(v.string()),
      }),
    ),
  }),
  status: optional(
    v.object({
      conditions: optional(
        v.array(
          v.object({
            type: v.string(),
            status: v.picklist(['True', 'False', 'Unknown']),
            reason: v.optional(v.string(), ''),
            message: v.optional(v.string(), ''),
            lastProbeTime: v.nullish(v.string()),
            lastTransitionTime: v.nullish(v.string()),
          }),
        ),
      ),
      zones: optional(v.array(v.string())),
      region: optional(v.string()),
      probes: optional(
        v.object({ failures: v.number(), silences: v.number(), successes: v.number() }),
      ),
      dataPlane: optional(v.array(v.picklist(['answers', 'fails']))),
      plannedFor: optional(
        v.object({ available: v.boolean(), withdrawn: v.boolean(), mark: v.string() }),
      ),
    }),
  ),
});

/** The part of core/v1 `Secret` that is read; values are base64. */
export const secretSchema = v.object({ data: optional(texts) });

/** The part of core/v1 `Event` that is read. */
export const eventSchema = v.object({ count: optional(v.number()) });

/** The part of core/v1 `Node` that is read. */
export const nodeSchema = v.object({ metadata: v.object({ labels: optional(texts) }) });

/** The part of discovery/v1 `EndpointSlice` that is read. */
export const endpointSliceSchema = v.object({
  endpoints: optional(
    v.array(
      v.object({
        addresses: v.array(v.string()),
        conditions: optional(
          v.object({ ready: optional(v.boolean()), terminating: optional(v.boolean()) }),
        ),
      }),
    ),
  ),
});

/** The part of discovery/v1 `EndpointSlice` that is read where a list shows those of many Services. */
export const listedSliceSchema = v.object({
  ...endpointSliceSchema.entries,
  metadata: v.object({ namespace: v.string(), labels: optional(texts) }),
});

/** The part of core/v1 `Endpoints` that is read. */
export const endpointsSchema = v.object({
  subsets: optional(
    v.array(v.object({ addresses: optional(v.array(v.object({ ip: v.string() }))) })),
  ),
});

/** A page of any list; items are read one by one. */
export const listSchema = v.object({
  metadata: v.object({ continue: optional(v.string()) }),
  // Not `v.array`, which copies it: a page may be made of millions of nothings.
  items: optional(v.custom<readonly unknown[]>(Array.isArray, 'a list')),
});

/** Reads a value, or throws a `ControllerError` of kind `defect` that names the thing and the place of the fault. */
export const readAs = <Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  what: string,
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  // The path and the expectation only: the value itself may be a secret.
  const path = v.getDotPath(issue) ?? 'the top';
  const expected = issue.type === 'custom' ? issue.message : issue.expected;
  throw new ControllerError(
    'defect',
    `Cannot ${what}: expected ${expected ?? 'another value'} at ${path}`,
  );
};
