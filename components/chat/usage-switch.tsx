'use client'
import { fieldRowGrid } from '#components/playground/field-row-grid.ts'
import { Switch } from '#components/ui/switch.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { readActive, updateColumn } from '#lib/client/chat/chat-state.ts'
import { toObject } from '#lib/client/json-value.ts'
import { useChatState, useChatStore } from './chat-context.ts'

/** Whether a stream ends with its token counts; without them every figure is an estimate. */
export function UsageSwitch() {
  const store = useChatStore()
  const column = readActive(useChatState())
  const options = toObject(column.params['stream_options'])
  const write = (on: boolean) =>
    store.update(state =>
      updateColumn(state, column.id, each => {
        const { stream_options: _before, ...params } = each.params
        const { include_usage: _usage, ...rest } = options
        const next = on ? { ...rest, include_usage: true } : rest
        return {
          ...each,
          params: Object.keys(next).length === 0 ? params : { ...params, stream_options: next },
        }
      }),
    )
  return (
    <div data-field="stream_options" className={`min-h-7 text-xs text-muted ${fieldRowGrid}`}>
      <Tooltip text="Token counts at the end of the stream; without them, figures are estimates">
        <span className="w-fit">include_usage</span>
      </Tooltip>
      <Switch
        label="include_usage: token counts at the end of the stream"
        checked={options['include_usage'] === true}
        onChange={write}
      />
    </div>
  )
}
