import { z } from 'zod'

// A hundred years; null means unlimited.
const days = (title: string) => z.int().min(1).max(36_500).meta({ title })

// Clients continue a conversation within days.
const storedResponseDays = z.int().min(1).max(90).meta({ title: 'Response retention' })

const limit = (title: string) => z.int().min(1).max(1_000_000_000).meta({ title }).nullable()

/** Team settings that apply to all members. */
export const teamSettingsSchema = z.object({
  /** Name of the team. */
  name: z.string(),
  /** Whether the library saves everything that is read. */
  keep_everything: z.boolean(),
  /** Whether shared links open without a sign-in. */
  public_links: z.boolean(),
  /** Days to keep request log rows; null: forever. */
  request_days: days('Log retention').nullable(),
  /** Days to keep logged bodies, where logging is enabled. */
  body_days: days('Body retention'),
  /** Days to store responses of the Responses API; null: none are stored. */
  stored_response_days: storedResponseDays.nullable(),
  /** Whether to log the bodies of playground runs. */
  keep_playground_bodies: z.boolean(),
  /** Whether members may download embedded models; admins always may. */
  member_downloads: z.boolean(),
  /** Limits of new keys; null: unlimited. Existing keys keep theirs. */
  key_requests_per_minute: limit('Requests per minute'),
  key_tokens_per_minute: limit('Tokens per minute'),
  key_parallel: limit('Concurrent requests'),
  /** Limits of all keys of the team together; null: unlimited. */
  team_requests_per_minute: limit('Requests per minute'),
  team_tokens_per_minute: limit('Tokens per minute'),
  team_parallel: limit('Concurrent requests'),
  /** Whether budgets reject models without a price: what those cost is not counted. */
  reject_unpriced: z.boolean(),
  /** Under a budget, the limit of answers to requests without one; null: 16,384 tokens. */
  answer_tokens_max: z.int().min(256).max(1_000_000).nullable(),
})

/** Absent fields stay unchanged. */
export const teamSettingsPatchSchema = teamSettingsSchema.partial()

/** `name` is the team's name, typed to confirm. */
export const deleteTeamSchema = z.object({ name: z.string() })

export type TeamSettings = z.infer<typeof teamSettingsSchema>
export type TeamSettingsPatch = z.input<typeof teamSettingsPatchSchema>
