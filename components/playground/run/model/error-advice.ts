import { isErrorCode, type ErrorCode } from '#lib/errors.ts'
import { type Advice, adviceByPath } from '#components/playground/form/model/advice-by-path.ts'

const adviceByCode = {
  invalid_json: {
    cause: 'The body is not valid JSON, or it is too complex.',
    action: 'Open the JSON view to see the line and column.',
  },
  missing_required_parameter: {
    cause: 'A required field is missing.',
    action: 'Fill in the field named below.',
  },
  invalid_type: {
    cause: 'A field has the wrong JSON type.',
    action: 'Change the field named below. Numbers and booleans are written without quotes.',
  },
  invalid_value: {
    cause: 'A field has a value that is not allowed.',
    action: 'Use a value listed in the message.',
  },
  integer_below_min_value: {
    cause: 'A number is too small.',
    action: 'Raise it to at least the limit in the message.',
  },
  integer_above_max_value: {
    cause: 'A number is too large.',
    action: 'Lower it to the limit in the message.',
  },
  decimal_below_min_value: {
    cause: 'A number is too small.',
    action: 'Raise it to at least the limit in the message.',
  },
  decimal_above_max_value: {
    cause: 'A number is too large.',
    action: 'Lower it to the limit in the message.',
  },
  empty_array: { cause: 'A list is empty.', action: 'Add at least one entry.' },
  array_above_max_length: {
    cause: 'A list is too long.',
    action: 'Remove items, or send several requests.',
  },
  string_above_max_length: {
    cause: 'A text is too long.',
    action: 'Shorten it to the limit in the message.',
  },
  previous_response_not_found: {
    cause: 'The response that the request continues is not stored.',
    action: 'Send the items of the conversation.',
  },
  unsupported_parameter: {
    cause: 'This model does not support the field.',
    action: 'Remove it, or choose a model that supports it. The message lists some if available.',
  },
  context_length_exceeded: {
    cause: 'Prompt and answer together are longer than the model’s context window.',
    action:
      'Shorten or mute earlier messages, lower the token limit, or choose a model with a larger context window.',
  },
  content_policy_violation: {
    cause: 'The provider’s content filter rejected the request.',
    action: 'Reword it, or use another provider’s model.',
  },
  url_not_allowed: {
    cause: 'The address, scheme, port or credentials of the URL are not allowed.',
    action: 'Use a public http or https URL without credentials, or send the image inline.',
  },
  missing_api_key: {
    cause: 'The request has no API key.',
    action: 'Set SEXTANT_API_KEY and send it as “Authorization: Bearer …”.',
  },
  invalid_api_key: {
    cause: 'The key is wrong, revoked or expired.',
    action: 'Create a new one in the Code tab.',
  },
  signed_out: {
    cause: 'Your session has expired.',
    action: 'Sign in again. Your draft is saved.',
  },
  sign_in_failed: {
    cause: 'Incorrect email or password.',
    action: 'Check both, or ask an admin for a new invitation.',
  },
  role_not_allowed: {
    cause: 'Your role does not allow this.',
    action: 'Ask a team admin.',
  },
  not_found: { cause: 'Not found in your team.', action: 'Reload the page.' },
  link_not_valid: {
    cause: 'The link is used, expired or incomplete.',
    action: 'Ask for a new link.',
  },
  email_taken: {
    cause: 'This email address already has an account.',
    action: 'Sign in with it, or use another one.',
  },
  last_owner: {
    cause: 'A team needs at least one owner.',
    action: 'Make another member an owner first.',
  },
  model_unpriced: {
    cause: 'The budget allows only models with a price.',
    action: 'Choose another model, or ask an admin to set a price.',
  },
  model_not_allowed: {
    cause: 'The API key is not allowed to use this model.',
    action: 'Choose another model, or use a key without this restriction.',
    page: 'keys',
  },
  endpoint_not_allowed: {
    cause: 'The API key lacks the scope for this endpoint.',
    action: 'Use a key with that scope.',
    page: 'keys',
  },
  robots_disallowed: {
    cause: 'The site’s robots.txt disallows this page.',
    action: 'Use a page that the site allows.',
  },
  forbidden_origin: {
    cause: 'The request came from another site, or was sent to a host name that is not allowed.',
    action: 'Open the console at its configured URL. To upload from another site, send an API key.',
  },
  model_not_found: {
    cause: 'This model is not available.',
    action: 'Choose one from the list. For a known model, the message says what is missing.',
    page: 'models',
  },
  item_not_found: {
    cause: 'Library item not found.',
    action: 'Check the list. It may have been deleted.',
  },
  unknown_url: { cause: 'Unknown API path.', action: 'Check the path in the API reference.' },
  method_not_allowed: {
    cause: 'This path does not support the method.',
    action: 'Use a method listed in “Allow”.',
  },
  request_too_large: {
    cause: 'The body is larger than 32 MiB.',
    action: 'Use smaller images, or send image URLs.',
  },
  file_too_large: { cause: 'The file is larger than 50 MiB.', action: 'Compress or split it.' },
  unsupported_media_type: {
    cause: 'The endpoint does not support this content type.',
    action: 'Send application/json.',
  },
  unsupported_content_type: {
    cause: 'The URL is not a page but an image, a video or an archive.',
    action: 'Enter the URL of a page or a document.',
  },
  rate_limit_exceeded: {
    cause: 'A rate limit of the key or the team is reached, or all providers are rate limited.',
    action: 'Wait for the time shown, then retry.',
  },
  insufficient_quota: {
    cause: 'The budget of the key or the team is used up.',
    action: 'Raise the budget, or wait for the next period. Retrying does not help.',
    page: 'keys',
  },
  internal_error: {
    cause: 'Internal error in Sextant.',
    action: 'Retry. If it persists, look up the request ID in the log.',
  },
  upstream_error: {
    cause: 'The provider failed or rejected its API key, after all retries and fallbacks.',
    action: 'Try another model, or check the provider’s key and status.',
    page: 'providers',
  },
  fetch_failed: {
    cause: 'Could not reach the site.',
    action: 'Open the URL in a browser. Check the host name and certificate.',
  },
  no_provider_available: {
    cause: 'All providers of this model are temporarily disabled after repeated failures.',
    action: 'Wait 30 seconds, or choose another model.',
    page: 'providers',
  },
  search_unavailable: {
    cause: 'No search backend responded.',
    action: 'The message gives the reason for each. Configure another one.',
    page: 'providers',
  },
  store_unavailable: {
    cause: 'The database is unavailable. Recently used keys still work.',
    action: 'Retry in a few seconds. If it persists, check the database and its log.',
  },
  model_loading: {
    cause: 'The local model is still downloading.',
    action: 'Wait for the download in the model list, then retry.',
    page: 'models',
  },
  model_unavailable: {
    cause: 'The local model could not be loaded, usually because of insufficient memory.',
    action: 'Choose a smaller model, or free the amount of memory in the message.',
    page: 'models',
  },
  upstream_timeout: {
    cause: 'The provider timed out.',
    action: 'Retry, request a shorter answer, or choose a faster model.',
  },
  fetch_timeout: { cause: 'The site timed out.', action: 'Retry later.' },
  unsupported_file_type: {
    cause: 'This server does not support this file type.',
    action: 'Convert it to a type listed in the message.',
  },
  unprocessable_file: {
    cause: 'The file is empty, damaged, encrypted or too large when unpacked.',
    action: 'See the message. Save the file again in its original application, or enter its password.',
  },
  ocr_unavailable: {
    cause: 'The OCR data for this language is not installed.',
    action: 'Choose a language listed in the message, or install the data.',
  },
  transcription_unavailable: {
    cause: 'No speech-to-text model is available.',
    action: 'Download the local one, or configure a provider with transcription.',
    page: 'models',
  },
  processing_timeout: {
    cause: 'Reading the file took longer than the time limit.',
    action: 'Split the file, or turn off slow options such as OCR.',
  },
  storage_full: {
    cause: 'The disk is full.',
    action: 'Free disk space. “models rm” deletes models you no longer need.',
  },
  upstream_stream_interrupted: {
    cause: 'The provider disconnected before the answer was complete.',
    action: 'The partial answer is shown above. Retry for a complete answer.',
  },
  upstream_stream_timeout: {
    cause: 'The provider stopped sending before the answer was complete.',
    action: 'The partial answer is shown above. Retry for a complete answer.',
  },
  server_shutdown: {
    cause: 'Sextant is restarting.',
    action: 'The partial answer is shown above. Retry in a few seconds.',
  },
  client_closed: { cause: 'The request was canceled.', action: 'Run it again.' },
} satisfies Record<ErrorCode, Advice>

/**
 * Explains a failure by code and status; a code of another server is judged by its status.
 * @param path of the request, e.g. `/v1/embeddings`
 */
export function adviceFor(code: string, status: number | null, path = ''): Advice {
  if (isErrorCode(code)) return adviceByPath[path]?.[code] ?? adviceByCode[code]
  if (status === null) {
    return {
      cause: 'The answer was interrupted.',
      action: 'The partial answer is shown above. Retry for a complete answer.',
    }
  }
  if (status === 401 || status === 403) {
    return { cause: 'The server rejected the API key.', action: 'Check the key that the console uses.' }
  }
  if (status === 404)
    return { cause: 'The server returned 404 (not found).', action: 'Check model and path.' }
  if (status === 429) return { cause: 'The server is rate limiting requests.', action: 'Wait, then retry.' }
  if (status >= 500)
    return { cause: 'The server failed.', action: 'Retry. If it persists, check the server log.' }
  return { cause: 'The server rejected the request.', action: 'Change the field named in the message.' }
}
