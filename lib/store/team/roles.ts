/** What a member may do, from least to most. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]
