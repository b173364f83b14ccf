import { type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { migrate } from '#lib/store/core/migrate.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { Migration } from '#lib/store/migrations/migrations.ts'

/** Runs steps on an empty database. Each finding is a reason why instances of an older version would fail. */
export async function findBreaks(
  database: Kysely<Schema>,
  kind: 'sqlite' | 'postgres',
  steps: readonly Migration[],
  /** Columns and tables that may be removed: the first schema whose code does not use them. */
  unusedSince: Readonly<Record<string, number>> = {},
): Promise<string[]> {
  const lock = kind === 'sqlite' ? 'begin' : 'advisory'
  const breaks: string[] = []
  const shapes = [noShape]
  let readsFrom = 0
  for (const [index, step] of steps.entries()) {
    const rewritten = new Set<string>()
    const watched = steps.with(index, watchRewrites(step, rewritten)).slice(0, index + 1)
    await migrate(database, lock, watched)
    const after = await readShape(database, kind)
    readsFrom = Math.max(readsFrom, step.readsFrom)
    const found = new Set(rewritten)
    for (const [schema, before] of shapes.entries()) {
      if (schema < readsFrom) continue
      for (const reason of compare(before, after, name => (unusedSince[name] ?? Infinity) <= schema))
        found.add(reason)
    }
    shapes.push(after)
    breaks.push(...[...found].map(reason => `${step.name}: ${reason}`))
  }
  return breaks
}

interface Shape {
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, Column>
  /** Unique indexes and constraints, which reject rows, with their columns. */
  readonly restrictions: ReadonlyMap<string, readonly string[]>
}

interface Column {
  readonly table: string
  readonly type: string
  readonly nullable: boolean
  readonly hasDefault: boolean
}

const noShape: Shape = { columns: new Map(), restrictions: new Map() }

function* compare(before: Shape, after: Shape, isUnused: (name: string) => boolean): Generator<string> {
  const tables = new Set([...before.columns.values()].map(({ table }) => table))
  for (const [name, { table, ...former }] of before.columns) {
    if (isUnused(name) || isUnused(table)) continue
    const column = after.columns.get(name)
    if (column === undefined) yield `${name} is removed or renamed`
    else if (column.type !== former.type) yield `${name} changes its type`
    else if (former.nullable && !column.nullable) yield `${name} no longer accepts null`
    else if (former.hasDefault && !column.hasDefault) yield `${name} loses its default`
  }
  for (const [name, column] of after.columns) {
    if (before.columns.has(name) || !tables.has(column.table)) continue
    if (!column.nullable && !column.hasDefault) yield `${name} is new and has neither a default nor null`
  }
  for (const [restriction, columns] of after.restrictions) {
    if (before.restrictions.has(restriction) || !columns.some(name => before.columns.has(name))) continue
    yield `${restriction} rejects rows of existing columns`
  }
}

async function readShape(database: Kysely<Schema>, kind: 'sqlite' | 'postgres'): Promise<Shape> {
  const columns = new Map<string, Column>()
  for (const table of await database.introspection.getTables()) {
    for (const { name, dataType, isNullable, hasDefaultValue, isAutoIncrementing } of table.columns) {
      columns.set(`${table.name}.${name}`, {
        table: table.name,
        type: dataType,
        nullable: isNullable,
        hasDefault: hasDefaultValue || isAutoIncrementing,
      })
    }
  }
  const { rows } = await restrictions[kind].execute(database)
  return {
    columns,
    restrictions: new Map(rows.map(({ text, names }) => [text, JSON.parse(names) as string[]])),
  }
}

interface Restriction {
  readonly text: string
  /** JSON: a list of `table.column`. */
  readonly names: string
}

const restrictions = {
  // Constraints of SQLite are only in the text of its tables: the same steps run on PostgreSQL.
  sqlite: sql<Restriction>`
    select 'unique index ' || i.name as text, json_group_array(t.name || '.' || c.name) as names
    from sqlite_master t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
    where t.type = 'table' and i."unique" = 1 group by i.name`,
  postgres: sql<Restriction>`
    select 'constraint ' || c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as text,
      json_agg(c.conrelid::regclass || '.' || a.attname)::text as names
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.connamespace = current_schema()::regnamespace and c.contype in ('c', 'f', 'p', 'u', 'x')
    group by c.oid
    union all
    select 'unique index ' || i.indexrelid::regclass,
      json_agg(i.indrelid::regclass || '.' || a.attname)::text
    from pg_index i join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisunique and t.relnamespace = current_schema()::regnamespace
    group by i.indexrelid, i.indrelid`,
}

/** Request rows are many: changing them in the transaction of a step would block every instance. */
function watchRewrites(step: Migration, found: Set<string>): Migration {
  if (step.kind === 'concurrent') return step
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const verb = rewriteOf(node)
      if (verb !== null) found.add(`it ${verb} rows of requests`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { ...step, up: (transaction, kind) => step.up(transaction.withPlugin(plugin), kind) }
}

function rewriteOf(node: RootOperationNode): 'updates' | 'deletes' | null {
  const text = node.kind === 'RawNode' ? node.sqlFragments.join(' ') : ''
  if (/\bupdate\s+"?requests\b/i.test(text)) return 'updates'
  if (/\bdelete\s+from\s+"?requests\b/i.test(text)) return 'deletes'
  if (node.kind === 'UpdateQueryNode' && namesRequests(node.table)) return 'updates'
  if (node.kind === 'DeleteQueryNode' && namesRequests(node.from)) return 'deletes'
  return null
}

function namesRequests(node: unknown): boolean {
  return JSON.stringify(node).includes('"name":"requests"')
}
