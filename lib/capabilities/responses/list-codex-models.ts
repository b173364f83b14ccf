import type { Handler } from '#lib/capabilities/handler.ts'
import type { ModelList } from '#lib/capabilities/list-models.ts'
import type { Model } from '#lib/contracts/api/models.ts'
import type { CodexModel, codexModelsContract } from '#lib/contracts/api/responses/codex-models.ts'

// Codex reads at most 1 MiB; an entry has about 1.5 kB.
const modelsMax = 500
// Its grammar and the tools beside it leave no room for files in a smaller context window.
const patchWindowMin = 16_384
const outputTokensMax = 10_000

/** The chat models of a key as Codex wants to know them: without an entry it knows neither context window nor tools. */
export function createListCodexModels(models: ModelList): Handler<typeof codexModelsContract> {
  return async (_, { caller }) => {
    const listed = await models.list({ all: false })
    const allowed = listed.filter(({ id, type }) => type === 'chat' && caller.allows(id))
    return { models: allowed.slice(0, modelsMax).map(toCodexModel) }
  }
}

function toCodexModel({ id, context_window: window, input }: Model, priority: number): CodexModel {
  const patches = window === undefined || window >= patchWindowMin
  return {
    slug: id,
    display_name: id,
    // Codex sends the effort that its user sets, also one that is not listed.
    supported_reasoning_levels: [],
    shell_type: 'unified_exec',
    visibility: 'list',
    supported_in_api: true,
    priority,
    base_instructions: patches ? `${instructions}\n${patching}` : instructions,
    support_verbosity: false,
    supports_parallel_tool_calls: true,
    truncation_policy: { mode: 'tokens', limit: toOutputTokens(window) },
    experimental_supported_tools: [],
    ...(window !== undefined && { context_window: window }),
    ...(input !== undefined && { input_modalities: input.filter(kind => kind !== 'audio') }),
    ...(patches && { apply_patch_tool_type: 'freeform' }),
  }
}

/** How much of the output of a command the model gets. */
function toOutputTokens(window: number | undefined): number {
  return window === undefined ? outputTokensMax : Math.min(outputTokensMax, Math.floor(window / 8))
}

const instructions = `You are Codex, a coding agent that runs in a terminal on the user's computer.

- Answer a question or a greeting directly, in plain text. Use tools only when the task needs files or commands.
- Before you change code, read the files that the change touches. Use \`rg\` or \`grep\` to find them.
- Follow the style of the project and the instructions in its AGENTS.md files. Change only what the task needs.
- Never discard changes that you did not make, and never run destructive commands such as \`git reset --hard\`
  unless the user asks for them.
- Keep going until the task is done. Then run the tests or commands that prove it, if there are any.
- Never claim that you ran or changed something that you did not.
- End with a short summary: the changed files, the result of the checks, and anything that is left to do.`

const patching =
  '- Use the tool `apply_patch` to create, change and delete files; do not write them with shell commands.'
