import { isErrorCode, type ErrorCode } from '#lib/errors.ts'
import { type Advice, adviceByPath } from '#components/playground/form/model/advice-by-path.ts'

const adviceByCode = {
  invalid_json: {
    cause: 'The body is not valid JSON.',
    action: 'Open the JSON view: it names line and column.',
  },
  missing_required_parameter: {
    cause: 'A required field is missing.',
    action: 'Fill in the field named below.',
  },
  invalid_type: {
    cause: 'A field has another JSON type than the contract asks for.',
    action: 'Change the field named below; numbers and booleans are written without quotes.',
  },
  invalid_value: {
    cause: 'A field has a value that is not allowed.',
    action: 'Choose one that the message allows.',
  },
  integer_below_min_value: {
    cause: 'A number is too small.',
    action: 'Raise it to the limit in the message.',
  },
  integer_above_max_value: {
    cause: 'A number is too large.',
    action: 'Lower it to the limit in the message.',
  },
  decimal_below_min_value: {
    cause: 'A number is too small.',
    action: 'Raise it to the limit in the message.',
  },
  decimal_above_max_value: {
    cause: 'A number is too large.',
    action: 'Lower it to the limit in the message.',
  },
  empty_array: { cause: 'A list is empty.', action: 'Add at least one entry.' },
  array_above_max_length: {
    cause: 'A list is too long.',
    action: 'Send fewer entries, or several requests.',
  },
  string_above_max_length: {
    cause: 'A text is too long.',
    action: 'Shorten it to the limit in the message.',
  },
  unsupported_parameter: {
    cause: 'The field exists, but this model cannot do it.',
    action: 'Remove it, or choose a model that can; the message names some where there are any.',
  },
  context_length_exceeded: {
    cause: 'Prompt and answer together are longer than the model’s context window.',
    action:
      'Shorten or mute earlier messages, lower the token limit, or choose a model with a larger window.',
  },
  content_policy_violation: {
    cause: 'The provider’s filter refused the content.',
    action: 'Reword the request, or ask another provider’s model.',
  },
  url_not_allowed: {
    cause: 'The address is private, or of a kind that is never fetched.',
    action: 'Use a public http or https address without a user name, or send the image inline.',
  },
  missing_api_key: {
    cause: 'The request carried no API key.',
    action: 'Set SEXTANT_API_KEY and send it as “Authorization: Bearer …”.',
  },
  invalid_api_key: {
    cause: 'The key is wrong, revoked or expired.',
    action: 'Create a new one in the Code tab.',
  },
  signed_out: {
    cause: 'Your sign-in has ended, or this browser never signed in.',
    action: 'Sign in again; what you wrote is kept.',
  },
  sign_in_failed: {
    cause: 'Address and password do not belong together.',
    action: 'Check both; an administrator can invite you anew.',
  },
  role_not_allowed: {
    cause: 'Your role in the team does not include this.',
    action: 'Ask an administrator of the team.',
  },
  not_found: { cause: 'There is nothing of this name in your team.', action: 'Reload the page.' },
  link_not_valid: {
    cause: 'The link was used, has expired, or was cut.',
    action: 'Ask whoever gave it to you for a new one.',
  },
  email_taken: {
    cause: 'Somebody signs in with this address already.',
    action: 'Sign in with it, or give another one.',
  },
  last_owner: {
    cause: 'A team needs an owner, and this is its last.',
    action: 'Make another member an owner first.',
  },
  model_not_allowed: {
    cause: 'The key may not use this model.',
    action: 'Choose another model, or use a key without that restriction.',
  },
  endpoint_not_allowed: {
    cause: 'The key lacks the scope of this endpoint.',
    action: 'Use a key whose scopes include it.',
  },
  robots_disallowed: {
    cause: 'The site’s robots rules forbid fetching this page.',
    action: 'Ask for a page that the site allows.',
  },
  forbidden_origin: {
    cause: 'The request came from a page of another site, or was sent to a host name that is not allowed.',
    action: 'Open the console at its own address; to upload from another site, send an API key.',
  },
  model_not_found: {
    cause: 'No model of this name would answer now.',
    action: 'Choose one from the list; the message says what is missing where the name is known.',
  },
  item_not_found: {
    cause: 'The library holds no such item any more.',
    action: 'Look it up in the list: it may have been deleted.',
  },
  unknown_url: { cause: 'The API has no such path.', action: 'Compare the path with the reference.' },
  method_not_allowed: {
    cause: 'The path exists, the method does not.',
    action: 'Use the method in “Allow”.',
  },
  request_too_large: {
    cause: 'The body is larger than 32 MiB.',
    action: 'Use smaller images, or give their addresses instead.',
  },
  file_too_large: { cause: 'The file is larger than 50 MB.', action: 'Compress or split it.' },
  unsupported_media_type: {
    cause: 'The request’s content type is not one the endpoint reads.',
    action: 'Send application/json.',
  },
  unsupported_content_type: {
    cause: 'The target is not a page: an image, a video or an archive.',
    action: 'Give the address of a page or a document.',
  },
  rate_limit_exceeded: {
    cause: 'The key’s limit is reached, or every provider asks to wait.',
    action: 'Wait for the time shown, then retry.',
  },
  insufficient_quota: {
    cause: 'The budget of the key or the team is used up.',
    action: 'Raise it, or wait for its next period; a retry changes nothing.',
  },
  internal_error: {
    cause: 'Something went wrong inside Sextant.',
    action: 'Retry; if it stays, look for the request id in the log.',
  },
  upstream_error: {
    cause: 'The provider failed, or refused our key for it; retries and fallbacks are used up.',
    action: 'Try another model, or check the provider’s key and state.',
  },
  fetch_failed: {
    cause: 'The target could not be reached.',
    action: 'Open the address in a browser; check its name and certificate.',
  },
  no_provider_available: {
    cause: 'Every provider of this model failed lately and is being left alone.',
    action: 'Wait half a minute, or choose another model.',
  },
  search_unavailable: {
    cause: 'No search backend answered.',
    action: 'The message says why for each; configure another one.',
  },
  store_unavailable: {
    cause: 'Sextant’s database does not answer; keys that were used lately still work.',
    action: 'Retry in a few seconds; if it stays, look at the database and its log.',
  },
  model_loading: {
    cause: 'The embedded model is still being fetched.',
    action: 'Wait for the download in the model list, then retry.',
  },
  model_unavailable: {
    cause: 'The embedded model cannot be loaded now, most often for lack of memory.',
    action: 'Choose a smaller model, or free the memory named in the message.',
  },
  upstream_timeout: {
    cause: 'The provider did not answer in time.',
    action: 'Retry, ask for a shorter answer, or choose a faster model.',
  },
  fetch_timeout: { cause: 'The target was too slow.', action: 'Retry later.' },
  unsupported_file_type: {
    cause: 'Files of this kind are not read.',
    action: 'Convert it to one of the kinds that the message names.',
  },
  unprocessable_file: {
    cause: 'The file is empty, broken, locked or larger inside than it may be.',
    action: 'The message says which; open it where it was made and save it again, or give its password.',
  },
  ocr_unavailable: {
    cause: 'There is no data to recognise this language with.',
    action: 'Choose a language that the message names, or install the data.',
  },
  transcription_unavailable: {
    cause: 'No model that understands speech is there.',
    action: 'Fetch the embedded one, or configure a provider that transcribes.',
  },
  processing_timeout: {
    cause: 'The file took longer to read than it may.',
    action: 'Split it, or turn off what makes it slow, such as OCR.',
  },
  storage_full: {
    cause: 'The disk is full.',
    action: 'Free space: “models rm” removes models that are not needed.',
  },
  upstream_stream_interrupted: {
    cause: 'The provider broke off in the middle of the answer.',
    action: 'What came is kept above; retry for a whole answer.',
  },
  upstream_stream_timeout: {
    cause: 'The provider stopped sending in the middle of the answer.',
    action: 'What came is kept above; retry for a whole answer.',
  },
  server_shutdown: {
    cause: 'Sextant is being restarted.',
    action: 'What came is kept above; retry in a few seconds.',
  },
  client_closed: { cause: 'The request was given up before its answer.', action: 'Run it again.' },
} satisfies Record<ErrorCode, Advice>

/**
 * Explains a failure by code and status; a code of another server is judged by its status.
 * @param path of the request, e.g. `/v1/embeddings`
 */
export function adviceFor(code: string, status: number | null, path = ''): Advice {
  if (isErrorCode(code)) return adviceByPath[path]?.[code] ?? adviceByCode[code]
  if (status === null) {
    return { cause: 'The answer broke off.', action: 'What came is kept above; retry for a whole answer.' }
  }
  if (status === 401 || status === 403) {
    return { cause: 'The server refused the key.', action: 'Check the key that the console was given.' }
  }
  if (status === 404) return { cause: 'The server does not know this.', action: 'Check model and path.' }
  if (status === 429) return { cause: 'The server asks to slow down.', action: 'Wait, then retry.' }
  if (status >= 500) return { cause: 'The server failed.', action: 'Retry; if it stays, look into its log.' }
  return { cause: 'The server refused the request.', action: 'Change what the message names.' }
}
