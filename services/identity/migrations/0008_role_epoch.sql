-- Counts the changes of a user's role and state. The gateway's statement about a user carries the count, and an older
-- statement administers nothing. By a trigger, so that no change can be forgotten.
ALTER TABLE users ADD COLUMN role_epoch bigint NOT NULL DEFAULT 0;

CREATE FUNCTION raise_role_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.role_epoch := OLD.role_epoch + 1;
    RETURN NEW;
END
$$;

CREATE TRIGGER users_role_epoch BEFORE UPDATE OF role, deactivated_at ON users
    FOR EACH ROW
    WHEN (OLD.role IS DISTINCT FROM NEW.role OR OLD.deactivated_at IS DISTINCT FROM NEW.deactivated_at)
    EXECUTE FUNCTION raise_role_epoch();
