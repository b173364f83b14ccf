'use client'
import { Toast as BaseToast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

const toasts = BaseToast.createToastManager()

/** A passing note, with an action where something can be undone. Never the only place of an error. */
export function showToast(title: string, options: { description?: string; action?: ToastAction } = {}): void {
  const { description, action } = options
  toasts.add({
    title,
    ...(description !== undefined && { description }),
    ...(action && { actionProps: { children: action.label, onClick: action.onSelect } }),
    timeout: action ? 10_000 : 5_000,
  })
}

export interface ToastAction {
  label: string
  onSelect: () => void
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <BaseToast.Provider toastManager={toasts}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport className="fixed right-4 bottom-12 z-50 flex w-[min(22rem,calc(100vw-32px))] flex-col gap-2">
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function ToastList() {
  const { toasts: shown } = BaseToast.useToastManager()
  return shown.map(toast => (
    <BaseToast.Root key={toast.id} toast={toast} className="pop flex items-start gap-2 p-3">
      <BaseToast.Content className="min-w-0 flex-1">
        <BaseToast.Title className="font-medium" />
        <BaseToast.Description className="text-xs break-words text-muted" />
      </BaseToast.Content>
      {toast.actionProps && <BaseToast.Action render={<Button />} />}
      <BaseToast.Close
        aria-label="Dismiss"
        className="grid size-6 place-items-center text-muted hover:text-text"
      >
        <X size={16} aria-hidden />
      </BaseToast.Close>
    </BaseToast.Root>
  ))
}
