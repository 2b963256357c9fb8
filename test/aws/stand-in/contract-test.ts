import { it, type TestContext } from 'node:test';
import { type StandIn, standInOf } from './detect-stand-in.ts';
import type { AwsService } from './given-endpoint.ts';
import { type Gap, gapsOf } from './read-gaps.ts';

type Body = (context: TestContext) => void | Promise<void>;

/**
 * `it` for a suite that runs against whatever stands in for a service. A test that a known gap of that stand-in makes fail is
 * reported as skipped with the reason, and as failed once it passes or fails in another way, so that the list of gaps stays true.
 */
export const contractTest =
  (service: AwsService) =>
  (name: string, body: Body): void => {
    it(name, async (context) => {
      const standIn = await standInOf(service);
      const { fullName } = context;
      const gaps = gapsOf(standIn).behaviour;
      const byChance = gaps.find(({ chance }) => chance.includes(fullName));
      if (byChance) return context.skip(reasonOf(standIn, byChance));
      const gap = gaps.find(({ shows }) => fullName in shows);
      if (!gap) return body(context);
      await expectFailure(() => body(context), { standIn, gap, test: fullName });
      context.skip(reasonOf(standIn, gap));
    });
  };

const reasonOf = (standIn: StandIn, { does, aws, source }: Gap): string =>
  `${standIn} ${does}. AWS: ${aws} (${source})`;

/** A known gap that a test shows. */
export type ShownGap = { readonly standIn: StandIn; readonly gap: Gap; readonly test: string };

/**
 * Runs what a gap makes fail.
 *
 * @throws Error if it passes
 * @throws what the body throws if that is not the failure that the gap names
 */
export const expectFailure = async (
  body: () => void | Promise<void>,
  { standIn, gap, test }: ShownGap,
): Promise<void> => {
  try {
    await body();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes(gap.shows[test] ?? '')) return;
    throw error;
  }
  throw new Error(
    `Cannot skip "${test}": it passes on ${standIn}, though stand-in-gaps.json says that ${standIn} ${gap.does}. Remove it from the list.`,
  );
};
