import type { TestMember, TestTeam } from './test-team.ts'

/** Status for: signed out, viewer, member, admin, owner. */
type Statuses = readonly [number, number, number, number, number]

export interface AccessRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path of the route; `[id]` stands for the id from `target`. */
  readonly path: string
  readonly handler: (
    request: Request,
    context: { params: Promise<{ nextauth: string[] }> },
  ) => Promise<Response>
  readonly body?: object
  /** Query string; `[id]` stands for the same there. */
  readonly query?: string
  readonly target?: { readonly name: string; make(team: TestTeam, by: TestMember | null): Promise<string> }
  readonly statuses: Statuses
}

export function row(route: Omit<AccessRow, 'statuses'>, statuses: Statuses): AccessRow {
  return { ...route, statuses }
}
