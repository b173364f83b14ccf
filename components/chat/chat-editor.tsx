'use client'
import { ColumnTabs } from './column-tabs.tsx'
import { Composer } from './composer.tsx'
import { OutputEditor } from './output-editor.tsx'
import { SystemField } from './system-field.tsx'
import { ToolsEditor } from './tools-editor.tsx'
import { TurnList } from './turn-list.tsx'
import { VariablesTable } from './variables-table.tsx'

/** The request of the active column, message by message. */
export function ChatEditor() {
  return (
    <>
      <ColumnTabs />
      <SystemField />
      <TurnList />
      <Composer />
      <VariablesTable />
      <ToolsEditor />
      <OutputEditor />
    </>
  )
}
