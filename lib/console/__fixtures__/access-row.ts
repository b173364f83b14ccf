import type { Person, TestTeam } from './test-team.ts'

/** Status for: nobody signed in, viewer, member, admin, owner. */
type Statuses = readonly [number, number, number, number, number]

export interface AccessRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Address of the route; `[id]` stands for what `target` makes. */
  readonly path: string
  readonly handler: (
    request: Request,
    context: { params: Promise<{ nextauth: string[] }> },
  ) => Promise<Response>
  readonly body?: object
  /** What follows the address; `[id]` stands for the same there. */
  readonly query?: string
  readonly target?: { readonly name: string; make(team: TestTeam, by: Person | null): Promise<string> }
  readonly statuses: Statuses
}

export function row(route: Omit<AccessRow, 'statuses'>, statuses: Statuses): AccessRow {
  return { ...route, statuses }
}
