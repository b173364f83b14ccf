import { z } from 'zod'

/**
 * Token usage of a chat call, with the details that SDKs read; `cost` is in US dollars, for priced models and where the
 * provider reports it.
 */
export const usageSchema = z
  .looseObject({
    prompt_tokens: z.int().min(0),
    completion_tokens: z.int().min(0),
    total_tokens: z.int().min(0),
    prompt_tokens_details: z
      .looseObject({
        cached_tokens: z.int(),
        cache_write_tokens: z.int(),
        cache_write_long_tokens: z.int().describe('Of the written tokens, those that are kept for an hour.'),
        audio_tokens: z.int(),
        text_tokens: z.int(),
        image_tokens: z.int(),
      })
      .partial()
      .optional(),
    completion_tokens_details: z
      .looseObject({
        reasoning_tokens: z.int(),
        audio_tokens: z.int(),
        text_tokens: z.int(),
        accepted_prediction_tokens: z.int(),
        rejected_prediction_tokens: z.int(),
      })
      .partial()
      .optional(),
    cost: z.number().optional(),
  })
  .meta({ id: 'Usage' })

export type Usage = z.output<typeof usageSchema>
