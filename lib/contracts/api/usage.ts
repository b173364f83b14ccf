import { z } from 'zod'

/** Where a cost comes from, what computed it, and its parts in US dollars where a price computed it. */
const costDetailsSchema = z
  .looseObject({
    source: z.string().describe('`reported`, `operator`, `catalog`, `free`, `unpriced` or `mixed`.'),
    price: z
      .string()
      .nullable()
      .describe('The price, such as `cat:2026-11-22:openai/gpt-6-sol`; null: none or several.'),
    input: z.number(),
    cache_read: z.number(),
    cache_write: z.number(),
    output: z.number(),
    other: z.number().describe('Searches, requests and audio.'),
  })
  .partial()

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
    cost_details: costDetailsSchema.optional(),
  })
  .meta({ id: 'Usage' })

export type Usage = z.output<typeof usageSchema>
