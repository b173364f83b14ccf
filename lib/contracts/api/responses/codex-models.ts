import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'

// Codex 0.169 ignores the whole list when one of these fields is missing.
const codexModelSchema = z.object({
  slug: z.string(),
  display_name: z.string(),
  supported_reasoning_levels: z.array(z.object({ effort: z.string(), description: z.string() })),
  shell_type: z.literal('unified_exec'),
  visibility: z.literal('list'),
  supported_in_api: z.literal(true),
  priority: z.int(),
  base_instructions: z.string(),
  support_verbosity: z.literal(false),
  supports_parallel_tool_calls: z.literal(true),
  truncation_policy: z.object({ mode: z.literal('tokens'), limit: z.int() }),
  experimental_supported_tools: z.array(z.string()),
  context_window: z.int().optional().describe('Tokens.'),
  input_modalities: z.array(z.enum(['text', 'image'])).optional(),
  apply_patch_tool_type: z.literal('freeform').optional(),
})

export type CodexModel = z.output<typeof codexModelSchema>

/** `GET /v1/models` for Codex, which sends its version and reads a catalog of its own format. */
export const codexModelsContract = defineContract({
  id: 'codex-models',
  method: 'GET',
  path: '/v1/models',
  summary: 'List chat models, in the format of Codex',
  scope: null,
  encoding: 'none',
  apiFormat: 'responses',
  input: z.object({ client_version: z.string() }),
  output: z.object({ models: z.array(codexModelSchema) }),
  examples: [{ title: 'Chat models', description: 'For Codex 0.169.', input: { client_version: '0.169.0' } }],
})
