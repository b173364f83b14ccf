import { z } from 'zod'

// A hundred years: an unlimited time is said by null.
const days = z.int().min(1).max(36_500)

/** What a team settles for all of its members. */
export const teamSettingsSchema = z.object({
  /** What the team is called. */
  name: z.string(),
  /** Whether the library keeps everything that is read. */
  keep_everything: z.boolean(),
  /** Whether a shared link opens for somebody who is not signed in. */
  public_links: z.boolean(),
  /** For how many days rows of the request log are kept; null: for ever. */
  request_days: days.nullable(),
  /** For how many days bodies are kept, where they are kept at all. */
  body_days: days,
  /** Whether bodies of runs in the playgrounds are kept. */
  keep_playground_bodies: z.boolean(),
})

/** What is absent stays as it is. */
export const teamSettingsPatchSchema = teamSettingsSchema.partial()

/** `name` is the team's, typed by whoever means it. */
export const deleteTeamSchema = z.object({ name: z.string() })

export type TeamSettings = z.infer<typeof teamSettingsSchema>
export type TeamSettingsPatch = z.input<typeof teamSettingsPatchSchema>
