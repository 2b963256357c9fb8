import { isAbsolute } from 'node:path/posix';
import { UsageError } from '../words/usage-error.ts';

/** Folder of the files on control-plane nodes. */
export const defaultDirectory = '/etc/kubernetes/seamark';

/** A folder that can stand in flags, YAML and shell alike. Throws `UsageError` for any other. */
export const checkDirectory = (directory: string): string => {
  const clean = directory.replace(/\/+$/, '');
  if (isAbsolute(clean) && /^[A-Za-z0-9._/-]+$/.test(clean) && !/(^|\/)\.\.?(\/|$)/.test(clean))
    return clean;
  throw new UsageError(
    `Cannot use ${JSON.stringify(directory.slice(0, 200))} as --path: it must be an absolute path of letters, digits, dots, dashes and underscores`,
  );
};

/** The address of the webhook: https, or http on this machine for the sandbox. Throws `UsageError` for any other. */
export const checkWebhookUrl = (text: string): string => {
  const url = URL.parse(text);
  const shown = JSON.stringify(text.slice(0, 200));
  const local = url?.protocol === 'http:' && /^(127\.|localhost$)/.test(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !local))
    throw new UsageError(`Cannot use ${shown} as --url: it is not an https URL`);
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new UsageError(
      `Cannot use ${shown} as --url: it must hold no credentials and no fragment`,
    );
  return url.href;
};
