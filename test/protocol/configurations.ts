import type { Configuration } from './configuration.ts';
import { edit, published, waiting } from './prepare.ts';

const a = '192.0.2.1';
const b = '192.0.2.2';
const calm = published('web', a);
const late = waiting('web', a, b);
/** A change that the zone need not hear of: what happens is about the row alone. */
const touch = edit('web', a);
const there = edit('web', b);
const back = edit('web', a);
const gone = edit('web');
const rows = { before: calm, edits: [touch, touch] };
const change = { before: calm, edits: [there] };

/** What is explored with every run of the tests: each takes a second or two. */
export const quickConfigurations: readonly Configuration[] = [
  { ...rows, name: 'row: two requests, somebody dies', budget: { deaths: 1 } },
  { ...rows, name: 'row: two requests, a message comes twice', budget: { duplicates: 1 } },
  { ...rows, name: 'row: two requests, something is slow', budget: { delays: 1 } },
  { ...rows, name: 'row: two requests, an answer is lost', budget: { lostAnswers: 1 } },
  { ...rows, name: 'row: two requests, a call fails', budget: { failures: 1 } },
  {
    ...rows,
    name: 'row: two requests, clocks differ, the pass wants another look',
    budget: {},
    skewsMs: [2_000, -2_000],
    lookAgain: (fence) => (fence === 2 ? 20_000 : undefined),
  },
  { name: 'zone: a new name, somebody dies', edits: [there], budget: { deaths: 1 } },
  { ...change, name: 'zone: a name changes, an answer is lost', budget: { lostAnswers: 1 } },
  { ...change, name: 'zone: a name changes, a call fails', budget: { failures: 1 } },
  { before: calm, edits: [gone], name: 'zone: a name goes, somebody dies', budget: { deaths: 1 } },
  { before: late, edits: [back], name: 'zone: back again while the publisher works', budget: {} },
  { before: late, edits: [], name: 'zone: two publishers die', budget: { deaths: 2 } },
  { ...change, name: 'resync: it meets a change', budget: { resyncs: 1 } },
  { ...rows, name: 'resync: it meets two requests', budget: { resyncs: 1 } },
];

/** What takes minutes. */
export const longConfigurations: readonly Configuration[] = [
  {
    ...change,
    name: 'resync: it meets a change, somebody dies',
    budget: { resyncs: 1, deaths: 1 },
  },
  { ...change, name: 'resync: two of them meet a change', budget: { resyncs: 2 } },
  {
    ...change,
    name: 'resync: it meets a change, an answer is lost',
    budget: { resyncs: 1, lostAnswers: 1 },
  },
  {
    before: calm,
    edits: [there, back],
    name: 'resync: it meets a change there and back',
    budget: { resyncs: 1 },
  },
  {
    ...rows,
    name: 'row: two requests, somebody dies, a message comes twice',
    budget: { deaths: 1, duplicates: 1 },
  },
  { ...rows, name: 'row: two requests, two die', budget: { deaths: 2 } },
  {
    ...rows,
    name: 'row: two requests, something is slow, a message comes twice',
    budget: { delays: 1, duplicates: 1 },
  },
  {
    before: calm,
    edits: [touch, touch, touch],
    name: 'row: three requests, a message comes twice',
    budget: { duplicates: 1 },
  },
  {
    ...rows,
    name: 'row: two requests, an answer is lost, a call fails',
    budget: { lostAnswers: 1, failures: 1 },
  },
  {
    ...rows,
    name: 'row: two requests, somebody dies, clocks differ, the pass wants another look',
    budget: { deaths: 1 },
    skewsMs: [2_000, -2_000],
    lookAgain: (fence) => (fence === 2 ? 20_000 : undefined),
  },
  { ...change, name: 'zone: a name changes, two things are slow', budget: { delays: 2 } },
  {
    ...change,
    name: 'zone: a name changes, somebody dies, something is slow',
    budget: { deaths: 1, delays: 1 },
  },
  {
    ...change,
    name: 'zone: a name changes, somebody dies, an answer is lost',
    budget: { deaths: 1, lostAnswers: 1 },
  },
  {
    ...change,
    name: 'zone: a name changes, somebody dies, a message comes twice',
    budget: { deaths: 1, duplicates: 1 },
  },
  {
    before: late,
    edits: [],
    name: 'zone: a publisher dies, its message comes twice',
    budget: { deaths: 1, duplicates: 1 },
  },
  {
    before: late,
    edits: [],
    name: 'zone: two publishers die, a message comes twice',
    budget: { deaths: 2, duplicates: 1 },
  },
  {
    before: late,
    edits: [back],
    name: 'zone: back again while the publisher works, somebody dies',
    budget: { deaths: 1 },
  },
  {
    before: late,
    edits: [back],
    name: 'zone: back again while the publisher works, an answer is lost',
    budget: { lostAnswers: 1 },
  },
  {
    edits: [edit('web', a), edit('api', b)],
    name: 'zone: two new names',
    budget: {},
  },
  { before: calm, edits: [there, back], name: 'zone: there and back', budget: {} },
  {
    before: calm,
    edits: [there, back],
    name: 'zone: there and back, somebody dies',
    budget: { deaths: 1 },
  },
];

/** What the model takes for granted about Route 53, taken away. */
export const withoutAssumption: Configuration = {
  name: 'zone: back again, a batch reaches Route 53 after the lease of its dead publisher',
  before: late,
  edits: [back],
  budget: { deaths: 1 },
  lateBatches: true,
};
