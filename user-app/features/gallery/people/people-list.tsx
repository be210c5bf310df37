import type { ReactNode } from 'react';
import { followAuthor } from '../../../data/gallery';
import { type Person, type Relation, setBlocked, usePeople } from '../../../data/gallery-people';
import { toastFailure } from '../../../lib/toast';
import { withLogin } from '../../../lib/with-login';
import { AuthorLine } from '../../../ui/author-line';
import { Button } from '../../../ui/button';
import { FollowButton } from '../../../ui/follow-button';
import { ListStates } from '../../../ui/list-states';
import styles from './people.css';

interface PeopleListProps {
  id: string;
  relation: Relation;
  /** The caller's own id: nobody follows themselves. */
  ownId: string | undefined;
  empty: ReactNode;
  onChanged?: () => void;
}

/** People somebody follows, is followed by, or has blocked. */
export function PeopleList({ id, relation, ownId, empty, onChanged }: PeopleListProps) {
  const list = usePeople(id, relation);
  const follow = (person: Person) => {
    const put = (isFollowed: boolean) =>
      list.change((row) => (row.authorId === person.authorId ? { ...row, isFollowed } : row));
    const send = async () => {
      put(!person.isFollowed);
      try {
        await followAuthor(person.authorId, !person.isFollowed);
        onChanged?.();
      } catch (error) {
        put(person.isFollowed);
        throw error;
      }
    };
    void withLogin(send, '登录后关注').catch(toastFailure);
  };
  const release = (person: Person) =>
    void setBlocked(person.authorId, false)
      .then(() => list.edit((rows) => rows.filter(({ authorId }) => authorId !== person.authorId)))
      .catch(toastFailure);
  return (
    <ListStates list={list} noun="人" empty={empty}>
      {(rows) => (
        <ul className={`grid gap-12 ${styles.people}`}>
          {rows.map((person) => (
            <li key={person.authorId}>
              <AuthorLine author={person}>
                {relation === 'blocked' ? (
                  <Button size="small" onClick={() => release(person)}>
                    解除拉黑
                  </Button>
                ) : (
                  person.authorId !== ownId && (
                    <FollowButton name={person.name} isFollowed={person.isFollowed} onToggle={() => follow(person)} />
                  )
                )}
              </AuthorLine>
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}
