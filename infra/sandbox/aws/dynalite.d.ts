declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }

  /** A DynamoDB in memory; its `close` also closes the database. */
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
