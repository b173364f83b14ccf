import { registerHooks } from 'node:module'
import type { AccessRow } from '#lib/console/__fixtures__/access-row.ts'

/** Every console route with its status for each role. */
export async function readAccessTable(): Promise<readonly object[]> {
  allowServerOnly()
  const { accessTable } = await import('#lib/console/__fixtures__/access-table.ts')
  return accessTable.map(describe)
}

/** Replaces `server-only`, which throws in plain Node. */
function allowServerOnly(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'server-only'
        ? { url: 'data:text/javascript,', format: 'module', shortCircuit: true }
        : next(specifier, context),
  })
}

function describe({ method, path, query = '', body, target, statuses }: AccessRow): object {
  const [nobody, viewer, member, admin, owner] = statuses
  const route = `${method} ${path}${query}`
  return { route, target: target?.name ?? null, body: body ?? null, nobody, viewer, member, admin, owner }
}
