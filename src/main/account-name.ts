import { userInfo } from 'node:os';

/** Under whose account Gangway runs on this computer; null where the system knows no name for it, as in some containers. */
export function accountName(): string | null {
  try {
    const { username } = userInfo();
    return username === '' ? null : username;
  } catch {
    // Thrown where the account's number has no entry among the users.
    return null;
  }
}
