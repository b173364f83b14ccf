import type { Backend } from '#lib/store/backend.ts'

/** Asked at each change, so that a role that was taken away counts at once, whatever key is used. */
export async function managesLibrary(
  { database }: Backend,
  teamId: string,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return true
  const manager = await database
    .selectFrom('memberships')
    .select('userId')
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .where('role', 'in', ['admin', 'owner'])
    .executeTakeFirst()
  return manager !== undefined
}
