@rem On Windows: the "exec" of package.json's scripts, by which elsewhere no shell stands between npm and the script.
@%*
