/** Members of Messages for which Anthropic bills more than its list price, with the values that cost nothing more. */
const freeValues = { speed: ['standard'], inference_geo: ['global', 'not_available'] } as const

export const surchargedMembers = ['speed', 'inference_geo'] as const

/** Whether the value of a member, in a request or in its usage, costs more than the list price. */
export function isSurcharged(member: keyof typeof freeValues, value: unknown): boolean {
  return value !== undefined && value !== null && !freeValues[member].some(free => free === value)
}
